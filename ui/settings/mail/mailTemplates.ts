/** The mails that the server sends, by their keys in the settings and in the test endpoint. */
export const mailTemplates = [
  { key: 'verificationTemplate', title: 'Verification', test: 'verification' },
  { key: 'resetPasswordTemplate', title: 'Password reset', test: 'password-reset' },
  { key: 'confirmEmailChangeTemplate', title: 'Confirm email change', test: 'email-change' },
] as const;

export type MailTemplateKey = (typeof mailTemplates)[number]['key'];

const common = ['{APP_NAME}', '{APP_URL}'] as const;

/** The placeholders of each part of a template. Without the required one the mail has no link. */
export const templateParts = [
  { key: 'subject', label: 'Subject', placeholders: common, required: null },
  { key: 'actionUrl', label: 'Action URL', placeholders: [...common, '{TOKEN}'], required: '{TOKEN}' },
  {
    key: 'body',
    label: 'Body (HTML)',
    placeholders: [...common, '{TOKEN}', '{ACTION_URL}'],
    required: '{ACTION_URL}',
  },
] as const;

export const templatePath = (key: MailTemplateKey) => `meta.${key}` as const;
