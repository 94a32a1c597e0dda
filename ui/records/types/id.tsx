import BadgeAlert from 'lucide-react/icons/badge-alert';
import BadgeCheck from 'lucide-react/icons/badge-check';
import Key from 'lucide-react/icons/key-round';
import type { MouseEvent } from 'react';
import { isPlainClick } from '../../base/keys';
import { CopyButton } from '../../kit/basics/CopyButton';
import { Icon } from '../../kit/basics/Icon';
import { collectionTypeOf } from '../../model/collection';
import { fieldValue } from '../../model/record';
import { CellLine } from '../display/CellLine';
import type { ColumnLook } from './fieldLook';
import css from './id.module.css';

/** The id of a record is no field of its collection. */
export const id: ColumnLook = {
  icon: Key,
  cell({ record, context: { collection, link } }) {
    function handleClick(event: MouseEvent) {
      if (!isPlainClick(event)) return;
      event.preventDefault();
      link?.onOpen(record.id);
    }

    return (
      <CellLine>
        <span className={css.cell}>
          {link ? (
            <a className={css.link} href={link.hash(record.id)} tabIndex={-1} onClick={handleClick}>
              {record.id}
            </a>
          ) : (
            <span className="ellipsis">{record.id}</span>
          )}
          <CopyButton text={record.id} size="tiny" tabIndex={-1} />
        </span>
        {collectionTypeOf(collection) === 'auth' && (
          <VerifiedMark isVerified={fieldValue(record, 'verified') === true} />
        )}
      </CellLine>
    );
  },
  preview: ({ record }) => (
    <span className={css.preview}>
      {record.id}
      <CopyButton text={record.id} size="tiny" />
    </span>
  ),
};

function VerifiedMark({ isVerified }: { isVerified: boolean }) {
  const text = isVerified ? 'Verified' : 'Unverified';
  return (
    <span
      className={isVerified ? css.verified : css.unverified}
      role="img"
      aria-label={text}
      data-tooltip={text}
    >
      <Icon of={isVerified ? BadgeCheck : BadgeAlert} size="small" />
    </span>
  );
}
