import { proxy } from 'valtio/vanilla';
import type { ThumbSource } from './Thumb';

/** For records that the server does not have: their files are icons. */
export const noFiles: ThumbSource = {
  state: proxy({ fileToken: '' }),
  thumbAddress: () => undefined,
  renewToken: async () => {},
};
