import type { LucideIcon } from 'lucide-react';
import FileIcon from 'lucide-react/icons/file';
import FileText from 'lucide-react/icons/file-text';
import Film from 'lucide-react/icons/film';
import Image from 'lucide-react/icons/image';
import ImageOff from 'lucide-react/icons/image-off';
import Music from 'lucide-react/icons/music';
import { useState } from 'react';
import { fileReferrer } from '../../base/pageAddress';
import { Icon } from '../../kit/basics/Icon';
import type { Collection } from '../../model/collection';
import { type FileKind, fileKind } from '../../model/file';
import type { AnyRecord } from '../../model/record';
import css from './Thumb.module.css';

const kindIcons: Record<FileKind, LucideIcon> = {
  image: Image,
  video: Film,
  audio: Music,
  document: FileText,
  other: FileIcon,
};

export interface ThumbSource {
  /** A new token loads the images again. */
  state: { fileToken: string };
  /** '' while the image needs a token that is missing; undefined if there is no such file. */
  thumbAddress(record: AnyRecord, name: string, collection: Collection | undefined): string | undefined;
  /** Called when an image has failed to load: the token may have expired. */
  renewToken(): Promise<void>;
}

interface Props {
  name: string;
  /** '' while it is not available; undefined if there is none. */
  address: string | undefined;
  /** The file name by default; '' for none. */
  tooltip?: string | undefined;
  /** True if the name stands beside it, so that screen readers read it only once. */
  isBesideName?: boolean | undefined;
  onFailure?: (() => void) | undefined;
  onOpen?: (() => void) | undefined;
  tabIndex?: number;
}

/** Without a thumbnail, shows an icon. */
export function Thumb({ onOpen, tabIndex, ...picture }: Props) {
  if (!onOpen) return <Picture {...picture} />;
  return (
    <button type="button" className={css.open} tabIndex={tabIndex} onClick={onOpen}>
      <Picture {...picture} />
    </button>
  );
}

function Picture({
  name,
  address,
  tooltip = name,
  isBesideName,
  onFailure,
}: Omit<Props, 'onOpen' | 'tabIndex'>) {
  const [failedAddress, setFailedAddress] = useState('');
  const isFailed = address !== '' && failedAddress === address;
  const kind = fileKind(name);
  const sign = isBesideName ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name };

  if (kind !== 'image' || address === undefined || isFailed) {
    const text = isFailed ? `${name}\nCould not be loaded.` : tooltip;
    return (
      <span className={css.sign} {...sign} data-tooltip={text || undefined}>
        <Icon of={isFailed ? ImageOff : kindIcons[kind]} size="small" />
      </span>
    );
  }

  return (
    <span className={css.picture} data-tooltip={tooltip || undefined}>
      {address !== '' && (
        <img
          src={address}
          alt={isBesideName ? '' : name}
          loading="lazy"
          decoding="async"
          referrerPolicy={fileReferrer}
          onError={() => {
            setFailedAddress(address);
            onFailure?.();
          }}
        />
      )}
    </span>
  );
}
