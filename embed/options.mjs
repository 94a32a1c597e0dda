export const usage = `usage: npm start -- [options]
  --port N        the port of the dashboard (default 8090)
  --data DIR      where the backend keeps its data (default .lowline/run)
  --binary PATH   a PocketBase 0.22 program to start
  --backend URL   a backend that is running already: only the dashboard is served here
  --help          this text`;

/** An error that a person can correct. Its message is one sentence, shown without a stack. */
export class Refusal extends Error {
  /** The exit code of the process. */
  exitCode = 1;
}

const names = ['port', 'data', 'binary', 'backend'];

/**
 * Parses the options of `npm start`; null for missing ones. Throws a Refusal.
 * @param {string[]} args
 * @returns {{ help: boolean, port: number, data: string | null, binary: string | null, backend: string | null }}
 */
export function parseOptions(args) {
  const texts = readArguments(args);
  if (texts.binary && texts.backend) {
    throw new Refusal(
      'Give --binary or --backend, not both: the one is started here, the other runs already.',
    );
  }
  return {
    help: texts.help === '',
    port: texts.port === undefined ? 8090 : parsePort(texts.port),
    data: texts.data ?? null,
    binary: texts.binary ?? null,
    backend: texts.backend === undefined ? null : parseBackend(texts.backend),
  };
}

/**
 * Reads `--name value` and `--name=value`; the last value of a name wins.
 * @param {readonly string[]} args
 */
function readArguments(args) {
  /** @type {Record<string, string | undefined>} */
  const texts = {};
  const waiting = [...args];
  for (let argument = waiting.shift(); argument !== undefined; argument = waiting.shift()) {
    const [, name, inline] = /^--([^=]+)(?:=(.*))?$/s.exec(argument) ?? [];
    if (name === 'help' && inline === undefined) {
      texts.help = '';
      continue;
    }
    if (name === undefined || !names.includes(name)) {
      throw new Refusal(`There is no option ${argument}; --help lists the options.`);
    }
    const value = inline ?? (waiting[0]?.startsWith('--') ? undefined : waiting.shift());
    if (!value) {
      throw new Refusal(`--${name} needs a value.`);
    }
    texts[name] = value;
  }
  return texts;
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
