// The mail settings on real servers: the content of a test mail, and the connection to the mail server.
import '../support/bareWindow';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { redacted } from '../../ui/model/settings';
import { claimsOf } from '../../ui/model/token';
import { createApplicationForm } from '../../ui/screens/settings/applicationForm';
import { createMailForm } from '../../ui/screens/settings/mail/mailForm';
import { mailTemplates } from '../../ui/screens/settings/mail/mailTemplates';
import { createTestMail } from '../../ui/screens/settings/mail/testMail';
import * as toasts from '../../ui/state/toasts';
import { sharedBackend } from '../support/realBackend';
import { backends } from '../support/server';
import { freePort, temporaryFolder } from '../support/serverProcess';
import {
  bodiesOf,
  callsDuring,
  messagesOf,
  opened,
  saveWith,
  type TypedValues,
  told,
} from '../support/settingsOnServer';
import { type Mail, type SinkOptions, type SmtpSink, smtpSink } from '../support/smtpSink';
import { strangeCertificate, trustedCertificate } from '../support/tlsCertificate';

const sent = ['Successfully sent test email.'];
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

  /** Starts a mail server of this kind and configures the backend for it by the form. */
  async function mailThrough(options: SinkOptions = {}, values: TypedValues = {}): Promise<SmtpSink> {
    const sink = await smtpSink(options);
    sinks.push(sink);
    await saveWith(await opened(createMailForm()), {
      'smtp.enabled': true,
      'smtp.host': '127.0.0.1',
      'smtp.port': String(sink.port),
      'smtp.tls': options.secure ?? false,
      'smtp.username': options.account?.user ?? '',
      'smtp.password': options.account?.password ?? '',
      'smtp.authMethod': '',
      'smtp.localName': '',
      ...values,
    });
    toasts.closeAll();
    return sink;
  }

  /** Returns the messages to the user after a test mail. */
  async function sendTest(email = 'to@example.com'): Promise<string[]> {
    const form = createTestMail();
    form.set('email', email);
    await form.submit();
    return told();
  }

  async function newestOf(sink: SmtpSink): Promise<Mail> {
    const mail = (await sink.waitFor(1)).at(-1);
    assert.ok(mail);
    return mail as Mail;
  }

  for (const { key, title, test: template } of mailTemplates) {
    scene(`the test mail "${title}" contains the saved text with its placeholders filled in`, async () => {
      const sink = await mailThrough();
      const application = await opened(createApplicationForm());
      await saveWith(application, { 'meta.appName': 'Café 7', 'meta.appUrl': 'https://example.com/sub' });
      await saveWith(await opened(createMailForm()), {
        'meta.senderName': 'Jörg of the house',
        'meta.senderAddress': 'house@example.com',
        [`meta.${key}.subject`]: `{APP_NAME}: ${template} of {APP_URL}`,
        [`meta.${key}.actionUrl`]: `{APP_URL}/${template}?token={TOKEN}`,
        [`meta.${key}.body`]: `<p>Hello ${title} from {APP_NAME} ({APP_URL}) <a href="{ACTION_URL}">go</a></p>`,
      });
      toasts.closeAll();

      const form = createTestMail();
      form.set('template', template);
      form.set('email', ' to+test@example.com ');
      const calls = await callsDuring(async () => assert.ok(await form.submit()));
      assert.equal(bodiesOf(calls), [{ email: 'to+test@example.com', template }]);
      assert.equal(told(), sent);

      const mail = await newestOf(sink);
      assert.equal([mail.from, mail.to], ['house@example.com', ['to+test@example.com']]);
      assert.is(mail.subject, `Café 7: ${template} of https://example.com/sub`);
      assert.match(mail.body, `Hello ${title} from Café 7 (https://example.com/sub)`);
      const [, kind, token = ''] =
        /href="https:\/\/example\.com\/sub\/([\w-]+)\?token=([\w.-]+)"/.exec(mail.body) ?? [];
      assert.is(kind, template);
      assert.is(claimsOf(token)?.type, 'authRecord');
      assert.is(createTestMail().state.values.email, 'to+test@example.com', 'offered next time');
    });
  }

  scene("does not send an invalid address, and shows the server's error at its field", async () => {
    const form = createTestMail();
    form.set('email', 'nobody');
    assert.equal(await callsDuring(form.submit), []);
    assert.equal(messagesOf(form.state.errors), { email: 'Must be a valid email address.' });
    form.set('email', 'a..b@example.com');
    assert.not(await form.submit());
    assert.equal(messagesOf(form.state.errors), { email: 'Must be a valid email address.' });
  });

  scene("reports an unreachable mail server with the server's message", async () => {
    const port = await freePort();
    await mailThrough({}, { 'smtp.port': String(port) });
    const refusal = `${refused}dial tcp 127.0.0.1:${port}: connect: connection refused.`;
    assert.equal(await sendTest(), [refusal]);
  });

  for (const [what, options, values, expected] of [
    ['no encryption and no account', {}, {}, { isEncrypted: false, sender: null }],
    ['TLS from the start', { secure: true }, {}, { isEncrypted: true, sender: null }],
    ['StartTLS, where it is offered', { startTls: true }, {}, { isEncrypted: true, sender: null }],
    [
      'a name instead of a number',
      { secure: true },
      { 'smtp.host': 'localhost' },
      { isEncrypted: true, sender: null },
    ],
    [
      'AUTH PLAIN, which is the usual one',
      { account },
      {},
      { isEncrypted: false, sender: { user: account.user, method: 'PLAIN' } },
    ],
    [
      'AUTH PLAIN over TLS',
      { account, secure: true },
      { 'smtp.authMethod': 'PLAIN' },
      { isEncrypted: true, sender: { user: account.user, method: 'PLAIN' } },
    ],
    [
      'AUTH LOGIN',
      { account },
      { 'smtp.authMethod': 'LOGIN' },
      { isEncrypted: false, sender: { user: account.user, method: 'LOGIN' } },
    ],
    [
      'AUTH LOGIN after StartTLS',
      { account, startTls: true },
      { 'smtp.authMethod': 'LOGIN', 'smtp.localName': 'house.example.com' },
      { isEncrypted: true, sender: { user: account.user, method: 'LOGIN' } },
    ],
  ] as readonly [string, SinkOptions, TypedValues, Pick<Mail, 'isEncrypted' | 'sender'>][]) {
    if (expected.isEncrypted && !canTrust) continue;
    scene(`sends a mail with ${what}`, async () => {
      const sink = await mailThrough(options, values);
      assert.equal(await sendTest(), sent);
      const { isEncrypted, sender } = await newestOf(sink);
      assert.equal({ isEncrypted, sender }, expected);
    });
  }

  for (const [what, options, values, words] of [
    [
      'TLS with an untrusted certificate',
      { secure: true, certificate: strangeCertificate },
      {},
      /x509: certificate signed by unknown authority/,
    ],
    [
      'StartTLS with an untrusted certificate',
      { startTls: true, certificate: strangeCertificate },
      {},
      /x509: certificate signed by unknown authority/,
    ],
    [
      'TLS to a server without it',
      {},
      { 'smtp.tls': true },
      /tls: first record does not look like a TLS handshake/,
    ],
    ['no account where one is required', { account }, { 'smtp.username': '', 'smtp.password': '' }, /530 /],
    ['a wrong password', { account }, { 'smtp.password': 'wrong' }, /535 /],
    [
      'a wrong password by LOGIN',
      { account },
      { 'smtp.password': 'wrong', 'smtp.authMethod': 'LOGIN' },
      /535 /,
    ],
  ] as readonly [string, SinkOptions, TypedValues, RegExp][]) {
    if (options.certificate && !canTrust) continue;
    scene(`sends no mail with ${what}, and the server gives the reason`, async () => {
      const sink = await mailThrough(options, values);
      const [message = '', ...more] = await sendTest();
      assert.ok(message.startsWith(refused), message);
      assert.match(message, words);
      assert.equal([more, sink.mails.length], [[], 0]);
    });
  }

  scene('keeps the stored password when another key changes, and removes it when it is emptied', async () => {
    const sink = await mailThrough({ account });
    const form = await opened(createMailForm());
    assert.is(form.valueAt('smtp.password'), redacted);
    const calls = await callsDuring(() =>
      saveWith(form, { 'meta.senderName': 'Another', 'smtp.tls': false }),
    );
    assert.equal(bodiesOf(calls), [{ meta: { senderName: 'Another' } }]);
    toasts.closeAll();
    assert.equal(await sendTest(), sent);
    assert.is((await newestOf(sink)).sender?.user, account.user);
    toasts.closeAll();

    await saveWith(form, { 'smtp.password': '' });
    assert.is(form.valueAt('smtp.password'), '');
    toasts.closeAll();
    assert.match((await sendTest())[0] ?? '', /535 /);
    assert.is(sink.mails.length, 1);
  });
}

test.run();
