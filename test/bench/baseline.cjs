/* What the plugin is measured against: the same bytes from bare Koa. */
const { readFileSync } = require('node:fs');
const http = require('node:http');

const [list] = process.argv.slice(2);
const responses = new Map(
  JSON.parse(readFileSync(list, 'utf8')).map(({ file, ...headers }, place) => [
    `/${place}`,
    { ...headers, body: readFileSync(file) },
  ]),
);

const koa = () => {
  const Koa = require('koa');
  const app = new Koa();
  app.use((ctx) => {
    const { body, entityTag, ok, notModified } = responses.get(ctx.path);
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

const server = koa();
server.listen(0, '127.0.0.1', () => process.send(server.address().port));

process.on('message', () => {
  const { user, system } = process.cpuUsage();
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  process.send({ processorTime: user + system, memory: heapUsed + external });
});
