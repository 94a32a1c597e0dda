import { type Infer, nullable, number, optional, string, type } from 'superstruct';

export const Admin = type({
  id: string(),
  email: string(),
  avatar: optional(nullable(number())),
  created: optional(string()),
  updated: optional(string()),
});
export type Admin = Infer<typeof Admin>;

/** The number of the admin's picture, 0 to 9. */
export function avatarOf(admin: Admin): number {
  const avatar = admin.avatar ?? 0;
  return Number.isInteger(avatar) && avatar >= 0 && avatar <= 9 ? avatar : 0;
}
