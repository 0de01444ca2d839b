/* What is for node alone to load: a module of the newer kind, in a test. */
exports.loadLighthouse = async () => {
  const { loadLighthouse, shortfalls } = await import('../../scripts/lib/lighthouse.mjs');
  const { default: lighthouse } = await loadLighthouse();
  return { lighthouse, shortfalls };
};
