import FileIcon from 'lucide-react/icons/file';
import FileText from 'lucide-react/icons/file-text';
import Film from 'lucide-react/icons/film';
import ImageOff from 'lucide-react/icons/image-off';
import Music from 'lucide-react/icons/music';
import { useState } from 'react';
import { Icon } from '../../components/basics/Icon';
import { type FileKind, fileKind } from '../../model/file';
import css from './Thumb.module.css';

const kindIcons = {
  video: Film,
  audio: Music,
  document: FileText,
  other: FileIcon,
} satisfies Record<Exclude<FileKind, 'image'>, unknown>;

interface Props {
  name: string;
  /** The address of the small picture; '' while it cannot be had yet. */
  address: string;
  onFailure?: (() => void) | undefined;
}

/** A stored file as a small picture, or as the sign of its kind. */
export function Thumb({ name, address, onFailure }: Props) {
  const [failedAddress, setFailedAddress] = useState('');
  const kind = fileKind(name);

  if (kind !== 'image') {
    return (
      <span className={css.sign} role="img" aria-label={name} data-tooltip={name}>
        <Icon of={kindIcons[kind]} size="small" />
      </span>
    );
  }
  if (address !== '' && failedAddress === address) {
    return (
      <span className={css.sign} role="img" aria-label={name} data-tooltip={`${name}\nCould not be loaded.`}>
        <Icon of={ImageOff} size="small" />
      </span>
    );
  }

  function handleError() {
    setFailedAddress(address);
    onFailure?.();
  }

  return (
    <span className={css.picture} data-tooltip={name}>
      {address !== '' && (
        <img src={address} alt={name} loading="lazy" decoding="async" onError={handleError} />
      )}
    </span>
  );
}
