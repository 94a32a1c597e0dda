declare module 'smtp-server' {
  import type { AddressInfo } from 'node:net';
  import type { Readable } from 'node:stream';

  export interface SMTPServerSession {
    readonly secure: boolean;
    /** The result of `onAuth`; false or undefined before it. */
    readonly user?: unknown;
    envelope: {
      mailFrom: { address: string } | false;
      rcptTo: { address: string }[];
    };
  }

  export interface SMTPServerAuthentication {
    readonly method: string;
    readonly username?: string | undefined;
    readonly password?: string | null | undefined;
  }

  export interface SMTPServerOptions {
    secure?: boolean;
    key?: string;
    cert?: string;
    authOptional?: boolean;
    disabledCommands?: string[];
    onAuth?(
      given: SMTPServerAuthentication,
      session: SMTPServerSession,
      done: (error: null, answer: { user?: unknown }) => void,
    ): void;
    onData?(stream: Readable, session: SMTPServerSession, done: (error?: Error) => void): void;
  }

  export class SMTPServer {
    constructor(options: SMTPServerOptions);
    readonly server: { address(): AddressInfo };
    listen(port: number, host: string, listening: () => void): void;
    close(closed: () => void): void;
    on(event: 'error', listener: (error: Error) => void): void;
  }
}
