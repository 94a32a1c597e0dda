import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ask } from '../support/ask';
import { adminToken, backends, startBackend } from '../support/server';
import { smtpSink } from '../support/smtpSink';

const subject = 'Grüße von „Lowline“ 😀, in einem Betreff, der länger als eine Zeile einer Mail ist = ja';
const link = 'https://example.com/a-path/that-is-long/_/#/auth/confirm-verification/{TOKEN}?x=1&y=%20z';
const body = `<p>Ä long line ${'wörd '.repeat(60)}</p>\n<p><a href="{ACTION_URL}">Verify = 😀</a></p>`;

for (const { name, binary } of backends()) {
  test(`reads a mail of ${name} as written`, async () => {
    const sink = await smtpSink();
    const backend = await startBackend(binary);
    const headers = { Authorization: await adminToken(backend), 'Content-Type': 'application/json' };
    const send = async (method: string, path: string, content: object) => {
      const answer = await ask(backend.url, path, { method, headers, body: JSON.stringify(content) });
      assert.ok(answer.status < 300, `${path}: ${answer.body}`);
    };
    await send('PATCH', '/api/settings', {
      meta: {
        senderAddress: 'sender@example.com',
        verificationTemplate: { subject, body, actionUrl: link },
      },
      smtp: { enabled: true, host: '127.0.0.1', port: sink.port },
    });
    await send('POST', '/api/settings/test/email', { email: 'to@example.com', template: 'verification' });

    const [mail] = await sink.waitFor(1);
    assert.is(mail?.from, 'sender@example.com');
    assert.equal(mail?.to, ['to@example.com']);
    assert.is(mail?.subject, subject);
    assert.match(mail?.body ?? '', /Ä long line (wörd ){60}/);
    assert.match(
      mail?.body ?? '',
      /<a href="https:\/\/example\.com\/a-path\/[^"]+\/[\w.-]+\?x=1&(amp;)?y=%20z"/,
    );
    assert.match(mail?.body ?? '', '>Verify = 😀</a>');
    await Promise.all([backend.stop(), sink.stop()]);
  });
}

test.run();
