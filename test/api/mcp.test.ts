/** @runs-on sqlite: Which tools there are is decided by schemas, before anything is written. */
import { TAG_UID } from '../../src/lib/constants';
import { signIn } from '../helpers/admin';
import { type Site, startSite } from '../helpers/site';

describe('Strapi’s MCP server', () => {
  const config = { host: '127.0.0.1', port: 0, app: { keys: ['k'] }, mcp: { enabled: true } };
  let agents: Site;
  let call: (method: string, params: object) => Promise<string>;

  beforeAll(async () => {
    agents = await startSite({}, undefined, {
      files: { 'config/server.js': `module.exports = ${JSON.stringify(config)};` },
    });
    await signIn(agents.app, 'strapi-super-admin');
    const user: unknown = await agents.strapi.db
      .query('admin::user')
      .findOne({ orderBy: { id: 'desc' }, populate: ['roles'] });
    const { accessKey } = await agents.strapi.service('admin::api-token-admin').create(
      {
        ...{ kind: 'admin', name: 'Agent', description: '', lifespan: null },
        adminPermissions: ['create', 'read', 'update'].map((action) => ({
          action: `plugin::content-manager.explorer.${action}`,
          subject: TAG_UID,
          properties: { fields: ['name', 'slug', 'articles', 'hidden'] },
          conditions: [],
        })),
      },
      user,
    );
    call = async (method, params) => {
      const response = await agents.app.get('/mcp', {
        method: 'POST',
        headers: {
          authorization: `Bearer ${accessKey}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      });
      return response.text();
    };
  });
  afterAll(() => agents?.stop());

  it('has no tool that gives a tag to articles, so that nothing is to be guarded there', async () => {
    const { tools } = (
      JSON.parse(/\{.*\}/s.exec(await call('tools/list', {}))![0]) as {
        result: { tools: { name: string; inputSchema: object }[] };
      }
    ).result;
    const writing = tools.filter(({ name }) => /^(?:create|update)_.*tag/.test(name));
    expect(writing).toHaveLength(2);
    const inputs = JSON.stringify(writing.map(({ inputSchema }) => inputSchema));
    expect(inputs).toContain('"name"');
    expect(inputs).not.toContain('"articles"');
    const article = await agents.published('first');
    const documentId = await agents.tag('known');
    const { name } = writing.find((tool) => tool.name.startsWith('update'))!;
    const data = { name: 'known', articles: { connect: [article] } };
    await call('tools/call', { name, arguments: { documentId, data } });
    expect(await agents.read('/feed.json')).not.toContain('Known');
    const renamed = { documentId, data: { name: 'renamed' } };
    expect(await call('tools/call', { name, arguments: renamed })).toContain('renamed');
  });
});
