import { parseArgs } from 'node:util';

export const usage = `usage: npm start -- [options]
  --port N        the port of the dashboard (default 8090)
  --data DIR      where the backend keeps its data (default .lowline/run)
  --binary PATH   a PocketBase program to start, of 0.22 or newer
  --backend URL   a backend that is running already: only the dashboard is served here
  --help          this text`;

/** An error that a person can correct. Its message is one sentence, shown without a stack. */
export class Refusal extends Error {
  /** The exit code of the process. */
  exitCode = 1;
}

/**
 * Parses the options of `npm start`; null for missing ones. Throws a Refusal.
 * @param {string[]} args
 * @returns {{ help: boolean, port: number, data: string | null, binary: string | null, backend: string | null }}
 */
export function parseOptions(args) {
  const texts = readArguments(args);
  if (Object.values(texts).includes('')) {
    throw new Refusal('An option has an empty value; --help lists the options.');
  }
  if (texts.binary && texts.backend) {
    throw new Refusal(
      'Give --binary or --backend, not both: the one is started here, the other runs already.',
    );
  }
  return {
    help: texts.help ?? false,
    port: texts.port === undefined ? 8090 : parsePort(texts.port),
    data: texts.data ?? null,
    binary: texts.binary ?? null,
    backend: texts.backend === undefined ? null : parseBackend(texts.backend),
  };
}

/** @param {string[]} args */
function readArguments(args) {
  const text = /** @type {const} */ ({ type: 'string' });
  const help = /** @type {const} */ ({ type: 'boolean' });
  try {
    return parseArgs({ args, options: { port: text, data: text, binary: text, backend: text, help } }).values;
  } catch (error) {
    // Node adds sentences about arguments that this command does not have.
    const [fault] = (error instanceof Error ? error.message : String(error)).split(/\.\s/);
    throw new Refusal(`${fault}; --help lists the options.`);
  }
}

/** @param {string} text */
function parsePort(text) {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > 65535) {
    throw new Refusal(`--port must be a number from 1 to 65535, not ${text}.`);
  }
  return port;
}

/**
 * Returns the URL without a trailing slash, so that a path can be appended.
 * @param {string} text
 */
function parseBackend(text) {
  const isAddress = /^https?:\/\//i.test(text) && URL.canParse(text);
  if (!isAddress) {
    throw new Refusal(`--backend must be an address such as http://127.0.0.1:8090, not ${text}.`);
  }
  const { origin, pathname } = new URL(text);
  return origin + pathname.replace(/\/+$/, '');
}
