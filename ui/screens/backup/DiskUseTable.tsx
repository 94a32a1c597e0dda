import { type CSSProperties, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Badge } from '../../components/basics/Badge';
import { Button } from '../../components/basics/Button';
import { collectionIcons } from '../../components/basics/collectionIcons';
import { FileSize } from '../../components/basics/FileSize';
import { Icon } from '../../components/basics/Icon';
import { Missing } from '../../components/basics/Missing';
import { ChoiceMark } from '../../components/form/Chip';
import { Popup } from '../../components/overlay/Popup';
import { FormSection } from '../../components/page/FormSection';
import { MoreLine } from '../../components/page/MoreLine';
import type { CollectionUse, DiskUse } from '../../model/backup/backupDatabase';
import type { BackupFile } from '../../model/backup/backupFiles';
import { collectionTypeOf } from '../../model/collection';
import { countOf, printCount } from '../../platform/text';
import * as collections from '../../state/collections';
import css from './BackupPage.module.css';
import { backupHash, type OpenedBackup } from './openedBackup';

const bytesOf = ({ dataBytes, indexBytes, fileBytes }: CollectionUse) => dataBytes + indexBytes + fileBytes;

const heads = ['Collection', 'Records', 'Data', 'Indexes', 'Files', 'Share', 'Unused files'];

/** The sizes of each collection of a backup, and the files without a record. */
export function DiskUseTable({ backup, use }: { backup: OpenedBackup; use: DiskUse }) {
  const [listed, setListed] = useState<readonly BackupFile[] | null>(null);
  const { all, isLoaded } = useSnapshot(collections.state);
  const uses = useMemo(() => [...use.collections].sort((one, other) => bytesOf(other) - bytesOf(one)), [use]);
  // The largest one is first.
  const largest = Math.max(1, uses[0] ? bytesOf(uses[0]) : 0);
  return (
    <div style={{ '--measure': '66rem' } as CSSProperties}>
      <FormSection
        title="Disk use by collection"
        reason={
          <ul>
            {['Data and indexes', 'Files'].map((name, at) => (
              <li key={name} className={css.named}>
                <ChoiceMark mark={at + 1} />
                {name}
              </li>
            ))}
          </ul>
        }
      >
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the focus */}
        <section className={css.frame} tabIndex={0} aria-label="Collections by size">
          <table>
            <thead>
              <tr>
                {heads.map((head) => (
                  <th key={head} scope="col">
                    {head === 'Share' ? <span className="visuallyHidden">{head}</span> : head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {uses.map((one) => (
                <tr key={one.collection.id}>
                  <th scope="row">
                    <span className={css.named}>
                      <Icon of={collectionIcons[collectionTypeOf(one.collection)]} size="small" />
                      <a
                        className="ellipsis"
                        translate="no"
                        data-tooltip={one.collection.name}
                        href={backupHash(backup, { collectionId: one.collection.id })}
                      >
                        {one.collection.name}
                      </a>
                      {isLoaded && all.every(({ id }) => id !== one.collection.id) && (
                        <Badge kind="danger">Deleted</Badge>
                      )}
                      {one.damage && <Badge kind="warning">Damaged</Badge>}
                    </span>
                  </th>
                  <td>{one.records === null ? <Missing /> : printCount(one.records)}</td>
                  {([one.dataBytes, one.indexBytes, one.fileBytes] as const).map((bytes, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list
                    <td key={at}>
                      {bytes === 0 ? <span className="subtle">0</span> : <FileSize bytes={bytes} />}
                    </td>
                  ))}
                  <td>
                    <span className={css.bars}>
                      {[one.dataBytes + one.indexBytes, one.fileBytes].map(
                        (bytes, at) =>
                          bytes > 0 && (
                            <i
                              // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list
                              key={at}
                              style={{
                                width: `${(bytes / largest) * 100}%`,
                                background: `var(--choice-${at + 1})`,
                              }}
                            />
                          ),
                      )}
                    </span>
                  </td>
                  <td>
                    <Unnamed files={one.unnamed} onList={setListed} />
                  </td>
                </tr>
              ))}
              {use.unnamed.length > 0 && (
                <tr>
                  <th scope="row">Collections deleted before the backup</th>
                  <td colSpan={5} />
                  <td>
                    <Unnamed files={use.unnamed} onList={setListed} />
                  </td>
                </tr>
              )}
            </tbody>
          </table>
        </section>
      </FormSection>
      {listed && <UnnamedFiles backup={backup} files={listed} onClose={() => setListed(null)} />}
    </div>
  );
}

interface UnnamedCountProps {
  files: readonly BackupFile[];
  onList: (files: readonly BackupFile[]) => void;
}

function Unnamed({ files, onList }: UnnamedCountProps) {
  if (files.length === 0) return <span className="subtle">0</span>;
  return (
    <Button kind="link" aria-label={`Show ${countOf(files.length, 'file')}`} onClick={() => onList(files)}>
      {printCount(files.length)}
    </Button>
  );
}

const mostListed = 500;

interface UnnamedProps {
  backup: OpenedBackup;
  files: readonly BackupFile[];
  onClose: () => void;
}

function UnnamedFiles({ backup, files, onClose }: UnnamedProps) {
  return (
    <Popup title="Files without a record" size="wide" onClose={onClose}>
      <p>Files of deleted records cannot be removed over the API.</p>
      <ul className={css.unnamed}>
        {files.slice(0, mostListed).map((file) => (
          <li key={file.entry.name}>
            <code translate="no">
              {file.recordId}/{file.name}
            </code>
            <FileSize bytes={file.size} />
            <Button
              size="small"
              aria-label={`Download ${file.name}`}
              onClick={() => void backup.downloadFile(file)}
            >
              Download
            </Button>
          </li>
        ))}
      </ul>
      <MoreLine count={files.length} mostShown={mostListed} />
    </Popup>
  );
}
