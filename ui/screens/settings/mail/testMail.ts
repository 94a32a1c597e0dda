import { ApiError } from '../../../api/ApiError';
import { type MailTemplateName, testMail } from '../../../api/settings';
import * as writeLock from '../../../state/environment/writeLock';
import { createForm, type Form } from '../../../state/forms/form';
import * as preferences from '../../../state/preferences';
import { report } from '../../../state/report';
import { allErrors, emailErrors, requiredErrors } from '../../../state/settings/settingsRules';
import * as toasts from '../../../state/toasts';

export interface TestMail {
  email: string;
  template: MailTemplateName;
}

export function createTestMail(): Form<TestMail> {
  return createForm<TestMail>({
    initial: { email: preferences.lastMailRecipient(), template: 'verification' },
    check: (values) => allErrors(requiredErrors(values, ['email']), emailErrors(values, ['email'])),
    mayWrite: ({ email }) =>
      !writeLock.isLocked() || writeLock.ask({ what: `send a test email to ${email.trim()}`, verb: 'send' }),
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
