// Secrets of a demo that holds nothing secret; a real app takes them from its environment.
export default {
  auth: { secret: 'demo-admin-secret' },
  apiToken: { salt: 'demo-api-token-salt' },
  transfer: { token: { salt: 'demo-transfer-token-salt' } },
  secrets: { encryptionKey: 'demo-encryption-key-of-32-chars!' },
  autoOpen: false,
};
