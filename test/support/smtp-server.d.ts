declare module 'smtp-server' {
  import type { AddressInfo } from 'node:net';
  import type { Readable } from 'node:stream';

  export interface SMTPServerSession {
    envelope: {
      mailFrom: { address: string } | false;
      rcptTo: { address: string }[];
    };
  }

  export interface SMTPServerOptions {
    authOptional?: boolean;
    disabledCommands?: string[];
    onData?(stream: Readable, session: SMTPServerSession, done: (error?: Error) => void): void;
  }

  export class SMTPServer {
    constructor(options: SMTPServerOptions);
    readonly server: { address(): AddressInfo };
    listen(port: number, host: string, listening: () => void): void;
    close(closed: () => void): void;
  }
}
