// The mail settings on real servers: the content of a test mail, and why one is not sent.
import '../support/bareWindow';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as api from '../../ui/backend/settings';
import { claimsOf } from '../../ui/model/token';
import * as toasts from '../../ui/page/toasts';
import { mailTemplates } from '../../ui/settings/mail/mailTemplates';
import { failureOf, sharedBackend } from '../support/realBackend';
import { backends } from '../support/server';
import { freePort } from '../support/serverProcess';
import { messagesOf } from '../support/settingsOnServer';
import { type Mail, type SinkOptions, type SmtpSink, smtpSink } from '../support/smtpSink';

const refused = 'Failed to send the test email. Raw error: \n';

for (const { name, binary } of backends()) {
  const server = sharedBackend(binary);
  let sinks: SmtpSink[] = [];

  function scene(sentence: string, act: () => Promise<void>): void {
    test(`${name}: ${sentence}`, async () => {
      const client = await server.connect();
      await act();
      assert.is(client.unauthorized, 0);
    });
  }

  test.after.each(async () => {
    toasts.closeAll();
    await Promise.all(sinks.map((sink) => sink.stop()));
    sinks = [];
  });
  test.after(server.stop);

  /** Starts a mail server of this kind, and configures the backend for it. */
  async function mailThrough(options: SinkOptions = {}, values: object = {}): Promise<SmtpSink> {
    const sink = await smtpSink(options);
    sinks.push(sink);
    const { user: username = '', password = '' } = options.account ?? {};
    const usual = { enabled: true, host: '127.0.0.1', port: sink.port, tls: false };
    const smtp = { ...usual, username, password, authMethod: '', localName: '', ...values };
    await api.update('mail', { smtp });
    return sink;
  }

  const sendTest = () => api.testMail('to@example.com', 'verification');
  const refusalOf = async () => (await failureOf(sendTest())).message;

  async function newestOf(sink: SmtpSink): Promise<Mail> {
    const mail = (await sink.waitFor(1)).at(-1);
    assert.ok(mail);
    return mail as Mail;
  }

  for (const { key, title, test: template } of mailTemplates) {
    scene(`the test mail "${title}" contains the saved text with its placeholders filled in`, async () => {
      const sink = await mailThrough();
      await api.update('mail', {
        meta: {
          appName: 'Café 7',
          appUrl: 'https://example.com/sub',
          senderName: 'Jörg of the house',
          senderAddress: 'house@example.com',
          [key]: {
            subject: `{APP_NAME}: ${template} of {APP_URL}`,
            actionUrl: `{APP_URL}/${template}?token={TOKEN}`,
            body: `<p>Hello ${title} from {APP_NAME} ({APP_URL}) <a href="{ACTION_URL}">go</a></p>`,
          },
        },
      });
      await api.testMail('to+test@example.com', template);
      const mail = await newestOf(sink);
      assert.equal([mail.from, mail.to], ['house@example.com', ['to+test@example.com']]);
      assert.is(mail.subject, `Café 7: ${template} of https://example.com/sub`);
      assert.match(mail.body, `Hello ${title} from Café 7 (https://example.com/sub)`);
      const [, kind, token = ''] =
        /href="https:\/\/example\.com\/sub\/([\w-]+)\?token=([\w.-]+)"/.exec(mail.body) ?? [];
      assert.equal([kind, claimsOf(token)?.type], [template, 'authRecord']);
    });
  }

  scene('refuses an invalid address at its field', async () => {
    const { fields } = await failureOf(api.testMail('a..b@example.com', 'verification'));
    assert.equal(messagesOf(fields), { email: 'Must be a valid email address.' });
  });

  scene('gives the reason why a mail server is not reached', async () => {
    const port = await freePort();
    await mailThrough({}, { port });
    assert.is(await refusalOf(), `${refused}dial tcp 127.0.0.1:${port}: connect: connection refused.`);
  });
}

test.run();
