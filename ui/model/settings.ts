import { boolean, type Infer, nullable, optional, string, type } from 'superstruct';

/** The settings as far as the shell needs them. */
export const Settings = type({
  meta: type({
    appName: string(),
    appUrl: optional(nullable(string())),
    hideControls: optional(nullable(boolean())),
  }),
});
export type Settings = Infer<typeof Settings>;
