import { boolean, type Infer, nullable, optional, string, type } from 'superstruct';

/** The settings as far as the shell needs them; apart from the rest, which no other screen carries. */
export const AppMeta = type({
  meta: type({
    appName: string(),
    appUrl: optional(nullable(string())),
    hideControls: optional(nullable(boolean())),
  }),
});
export type AppMeta = Infer<typeof AppMeta>;
