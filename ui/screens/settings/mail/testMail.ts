import { ApiError } from '../../../api/ApiError';
import { type MailTemplateName, testMail } from '../../../api/settings';
import { readText, writeText } from '../../../platform/storage';
import * as writeLock from '../../../state/environment/writeLock';
import { createForm, type Form } from '../../../state/forms/form';
import { report } from '../../../state/report';
import * as toasts from '../../../state/toasts';
import { allErrors, emailErrors, requiredErrors } from '../settingsRules';

export interface TestMail {
  email: string;
  template: MailTemplateName;
}

/** The storage key of the last recipient; the built-in dashboard uses the same. */
const recipientKey = 'last_email_test';

export function createTestMail(): Form<TestMail> {
  return createForm<TestMail>({
    initial: { email: readText(recipientKey) ?? '', template: 'verification' },
    check: (values) => allErrors(requiredErrors(values, ['email']), emailErrors(values, ['email'])),
    mayWrite: ({ email }) =>
      !writeLock.isLocked() || writeLock.ask({ what: `send a test email to ${email.trim()}`, verb: 'send' }),
    save: async ({ email, template }) => {
      const recipient = email.trim();
      writeText(recipientKey, recipient);
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
