/*
 * Sends requests, some at once, from a process of its own: reading the responses would take part of
 * the time and memory that are measured.
 */
const { Agent, get } = require('node:http');

const AT_ONCE = 6;

const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });

const ask = ({ url, headers }) =>
  new Promise((resolve, reject) => {
    const began = performance.now();
    get(url, { headers, agent }, (response) => {
      let bytes = 0;
      response.on('data', (chunk) => (bytes += chunk.length));
      response.on('error', reject);
      response.on('end', () => {
        const milliseconds = performance.now() - began;
        resolve({ url, status: response.statusCode, bytes, milliseconds });
      });
    }).on('error', reject);
  });

const askAll = async (requests) => {
  const answers = [];
  const askNext = async () => {
    for (let request = requests.shift(); request; request = requests.shift()) {
      answers.push(await ask(request));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, askNext));
  return answers;
};

process.on('message', (requests) =>
  askAll(requests).then(
    (answers) => process.send({ answers }),
    (error) => process.send({ failure: error.message }),
  ),
);
