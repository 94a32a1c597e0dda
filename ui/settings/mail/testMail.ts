import { ApiError } from '../../backend/ApiError';
import { type MailTemplateName, testMail } from '../../backend/settings';
import { createForm, type Form } from '../../page/forms/form';
import * as preferences from '../../page/preferences';
import { report } from '../../page/report';
import * as writeLock from '../../page/session/writeLock';
import * as toasts from '../../page/toasts';
import { allErrors, emailErrors, requiredErrors } from '../settingsRules';

interface TestMail {
  email: string;
  template: MailTemplateName;
}

export function createTestMail(): Form<TestMail> {
  return createForm<TestMail>({
    initial: { email: preferences.lastMailRecipient(), template: 'verification' },
    check: (values) => allErrors(requiredErrors(values, ['email']), emailErrors(values, ['email'])),
    mayWrite: ({ email }) => writeLock.ask({ what: `send a test email to ${email.trim()}`, verb: 'send' }),
    save: async ({ email, template }) => {
      const recipient = email.trim();
      preferences.rememberMailRecipient(recipient);
      await testMail(recipient, template);
      toasts.success('Successfully sent test email.');
    },
    onFailure: (error) => {
      if (!(error instanceof ApiError && error.kind === 'timeout')) return report(error);
      toasts.error('Test email send timeout.');
      return {};
    },
  });
}
