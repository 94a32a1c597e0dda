import { proxy } from 'valtio/vanilla';
import type { ThumbSource } from './Thumb';

/** For records that are not on the server: files are shown as icons. */
export const noFiles: ThumbSource = {
  state: proxy({ fileToken: '' }),
  thumbAddress: () => undefined,
  renewToken: async () => {},
};
