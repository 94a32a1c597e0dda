import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { eventually } from './eventually';

export interface Mail {
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  /** The decoded text and HTML parts, joined. */
  readonly body: string;
  /** The account that sent the mail, and its sign-in method; null for none. */
  readonly sender: { readonly user: string; readonly method: 'PLAIN' | 'LOGIN' } | null;
}

export interface SinkOptions {
  /** The only account that may send. */
  readonly account?: { readonly user: string; readonly password: string };
}

export type SmtpSink = Awaited<ReturnType<typeof smtpSink>>;

/**
 * A mail server for the backend's `smtp` settings (host 127.0.0.1) that stores its mails. By default anyone
 * may send.
 */
export async function smtpSink(options: SinkOptions = {}) {
  const { account } = options;
  const mails: Mail[] = [];
  const server = new SMTPServer({
    authOptional: account === undefined,
    disabledCommands: ['STARTTLS'],
    onAuth(given, _, done) {
      const isRight = given.username === account?.user && given.password === account?.password;
      const { username: user, method } = given;
      done(null, account && isRight ? { user: { user, method } } : {});
    },
    onData(stream, { envelope, user }, done) {
      text(stream).then((source) => {
        const { headers, body } = splitPart(source);
        mails.push({
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          to: envelope.rcptTo.map(({ address }) => address),
          subject: decodeWords(headers.get('subject') ?? ''),
          body: decodePart(headers, body),
          sender: user ? (user as Mail['sender']) : null,
        });
        done();
      }, done);
    },
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    port: server.server.address().port,
    /** In the order of arrival. */
    mails: mails as readonly Mail[],
    /** Resolves with all mails once there are that many; rejects after 10 seconds. */
    async waitFor(count: number): Promise<readonly Mail[]> {
      await eventually(() => Math.min(mails.length, count), count, `${count} mails arrive`);
      return mails;
    },
    stop: () => new Promise<void>((stopped) => server.close(stopped)),
  };
}

type Headers = ReadonlyMap<string, string>;

function splitPart(source: string): { headers: Headers; body: string } {
  const end = source.search(/\r?\n\r?\n/);
  const head = end < 0 ? source : source.slice(0, end);
  const lines = head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { headers: new Map(headers), body: end < 0 ? '' : source.slice(end).replace(/^\r?\n\r?\n/, '') };
}

/** Returns the text of a part, or of all text parts in it; files have none. */
function decodePart(headers: Headers, body: string): string {
  const type = headers.get('content-type') ?? 'text/plain';
  const boundary = /boundary="?([^";]+)"?/i.exec(type)?.[1];
  if (boundary !== undefined) {
    const parts = body.split(`--${boundary}`).slice(1);
    return parts
      .filter((part) => !part.startsWith('--'))
      .map((part) => splitPart(part.replace(/^\r?\n/, '')))
      .map((part) => decodePart(part.headers, part.body))
      .filter((part) => part !== '')
      .join('\n');
  }
  if (!/^text\//i.test(type)) return '';
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase();
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding === 'quoted-printable') return fromQuotedPrintable(body.replace(/=\r?\n/g, ''));
  return body;
}

/** Decodes words such as `=?UTF-8?q?caf=C3=A9?=`; spaces between two of them are not part of the text. */
function decodeWords(header: string): string {
  return header
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?[^?]+\?([bq])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString('utf8')
        : fromQuotedPrintable(word.replaceAll('_', ' ')),
    );
}

function fromQuotedPrintable(source: string): string {
  const bytes: number[] = [];
  for (let at = 0; at < source.length; at += 1) {
    const hex = /^=([0-9a-f]{2})/i.exec(source.slice(at, at + 3))?.[1];
    if (hex === undefined) {
      bytes.push(...Buffer.from(source.charAt(at)));
    } else {
      bytes.push(Number.parseInt(hex, 16));
      at += 2;
    }
  }
  return Buffer.from(bytes).toString('utf8');
}
