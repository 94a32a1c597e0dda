// The mail settings on real servers: the content of a test mail, and the connection to the mail server.
import '../support/bareWindow';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as api from '../../ui/api/settings';
import { redacted } from '../../ui/model/settings';
import { claimsOf } from '../../ui/model/token';
import { createMailForm } from '../../ui/screens/settings/mail/mailForm';
import { mailTemplates } from '../../ui/screens/settings/mail/mailTemplates';
import * as toasts from '../../ui/state/toasts';
import { failureOf, sharedBackend } from '../support/realBackend';
import { backends } from '../support/server';
import { freePort, temporaryFolder } from '../support/serverProcess';
import { bodiesOf, callsDuring, messagesOf, opened, saveWith } from '../support/settingsOnServer';
import { type Mail, type SinkOptions, type SmtpSink, smtpSink } from '../support/smtpSink';
import { strangeCertificate, trustedCertificate } from '../support/tlsCertificate';

const account = { user: 'mailer', password: 'a password: of ünusual * signs' };
const refused = 'Failed to send the test email. Raw error: \n';

// On other systems Go uses the system's certificates.
const canTrust = process.platform === 'linux';
if (!canTrust) console.log('# left out: mails over TLS (Go reads SSL_CERT_FILE on Linux only)');
const trusted = path.join(temporaryFolder(), 'trusted.pem');
writeFileSync(trusted, trustedCertificate.cert);

for (const { name, binary } of backends()) {
  const server = sharedBackend(binary, { env: { SSL_CERT_FILE: trusted } });
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
    const usual = { enabled: true, host: '127.0.0.1', port: sink.port, tls: options.secure ?? false };
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

  const signedIn = (method: string) => ({ user: account.user, method });
  const relay = { authMethod: 'LOGIN', localName: 'house.example.com' };
  for (const [what, options, values, isEncrypted, sender] of [
    ['no encryption and no account', {}, {}, false, null],
    ['TLS from the start', { secure: true }, {}, true, null],
    ['StartTLS, where it is offered', { startTls: true }, {}, true, null],
    ['a name instead of a number', { secure: true }, { host: 'localhost' }, true, null],
    ['AUTH PLAIN, which is the usual one', { account }, {}, false, signedIn('PLAIN')],
    ['AUTH LOGIN after StartTLS', { account, startTls: true }, relay, true, signedIn('LOGIN')],
  ] as readonly [string, SinkOptions, object, boolean, Mail['sender']][]) {
    if (isEncrypted && !canTrust) continue;
    scene(`sends a mail with ${what}`, async () => {
      const sink = await mailThrough(options, values);
      await sendTest();
      const mail = await newestOf(sink);
      assert.equal([mail.isEncrypted, mail.sender], [isEncrypted, sender]);
    });
  }

  const untrusted = /x509: certificate signed by unknown authority/;
  const certificate = strangeCertificate;
  for (const [what, options, values, words] of [
    ['TLS with an untrusted certificate', { secure: true, certificate }, {}, untrusted],
    ['StartTLS with an untrusted certificate', { startTls: true, certificate }, {}, untrusted],
    ['TLS to a server without it', {}, { tls: true }, /tls: first record does not look like a TLS handshake/],
    ['no account where one is required', { account }, { username: '', password: '' }, /530 /],
    ['a wrong password', { account }, { password: 'wrong' }, /535 /],
  ] as readonly [string, SinkOptions, object, RegExp][]) {
    if (options.certificate && !canTrust) continue;
    scene(`sends no mail with ${what}, and the server gives the reason`, async () => {
      const sink = await mailThrough(options, values);
      const message = await refusalOf();
      assert.ok(message.startsWith(refused), message);
      assert.match(message, words);
      assert.is(sink.mails.length, 0);
    });
  }

  scene(
    'the form keeps the stored password when another key changes, and drops it when emptied',
    async () => {
      const sink = await mailThrough({ account });
      const form = await opened(createMailForm());
      assert.is(form.valueAt('smtp.password'), redacted);
      const calls = await callsDuring(() =>
        saveWith(form, { 'meta.senderName': 'Another', 'smtp.tls': false }),
      );
      assert.equal(bodiesOf(calls), [{ meta: { senderName: 'Another' } }]);
      await sendTest();
      assert.is((await newestOf(sink)).sender?.user, account.user);
      await saveWith(form, { 'smtp.password': '' });
      assert.is(form.valueAt('smtp.password'), '');
      assert.match(await refusalOf(), /535 /);
      assert.is(sink.mails.length, 1);
    },
  );
}

test.run();
