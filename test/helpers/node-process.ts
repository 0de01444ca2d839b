import { MOMENT_LIMITS } from '../../src/changes/versions';
import { startApp, type AppOptions } from './app';
import { runTask, type Task } from './tasks';

/** A task for a node in another process, and its reply. */
export interface Request {
  id: number;
  task: Task;
}

export type Reply = { id: number; result: unknown } | { id: number; error: string };

// Tests wait until the clock has reached the dates of what they wrote.
MOMENT_LIMITS.ahead = 1;

/** Runs a Strapi node: options as the argument, tasks as messages. */
const main = async (): Promise<void> => {
  const options = JSON.parse(process.argv[2] ?? '{}') as AppOptions;
  const app = await startApp(options);
  process.on('message', ({ id, task }: Request) => {
    runTask(app.strapi, task).then(
      (result) => process.send?.({ id, result }),
      (error: Error) => process.send?.({ id, error: error.message }),
    );
  });
  process.send?.({ id: 0, result: app.origin });
};

main().catch((error: Error) => {
  process.send?.({ id: 0, error: error.stack ?? error.message });
  process.exit(1);
});
