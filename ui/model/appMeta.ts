import { boolean, type Infer, nullable, optional, string, type } from 'superstruct';

/**
 * The part of the settings that the shell needs. It has its own module because other screens do not load the
 * rest.
 */
export const AppMeta = type({
  meta: type({
    appName: string(),
    appUrl: optional(nullable(string())),
    hideControls: optional(nullable(boolean())),
  }),
});
export type AppMeta = Infer<typeof AppMeta>;
