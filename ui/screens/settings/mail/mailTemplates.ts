/** The mails that the server sends by itself, as the settings hold them and as its test knows them. */
export const mailTemplates = [
  { key: 'verificationTemplate', title: 'Verification', test: 'verification' },
  { key: 'resetPasswordTemplate', title: 'Password reset', test: 'password-reset' },
  { key: 'confirmEmailChangeTemplate', title: 'Confirm email change', test: 'email-change' },
] as const;

export type MailTemplateKey = (typeof mailTemplates)[number]['key'];

const common = ['{APP_NAME}', '{APP_URL}'] as const;

/** What may stand in each part of a template, and what must: without it the mail leads nowhere. */
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

export type TemplatePart = (typeof templateParts)[number];

export const templatePath = (key: MailTemplateKey) => `meta.${key}`;
