/* What the plugin is measured against: the same bytes from bare Koa or bare node:http. */
const { readFileSync } = require('node:fs');
const http = require('node:http');

const [kind, bodyFile, headersFile] = process.argv.slice(2);
const body = readFileSync(bodyFile);
const { entityTag, ok, notModified } = JSON.parse(readFileSync(headersFile, 'utf8'));

const koa = () => {
  const Koa = require('koa');
  const app = new Koa();
  app.use((ctx) => {
    ctx.status = 200;
    ctx.set('ETag', entityTag);
    if (ctx.fresh) {
      ctx.status = 304;
      ctx.set(notModified);
      return;
    }
    ctx.set(ok);
    ctx.body = body;
  });
  return http.createServer(app.callback());
};

const node = () =>
  http.createServer((request, response) => {
    if (request.headers['if-none-match'] === entityTag) response.writeHead(304, notModified).end();
    else response.writeHead(200, ok).end(body);
  });

const server = kind === 'koa' ? koa() : node();
server.listen(0, '127.0.0.1', () => process.send(server.address().port));

process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send(user + system);
});
