import Download from 'lucide-react/icons/download';
import ExternalLink from 'lucide-react/icons/external-link';
import FileX from 'lucide-react/icons/file-x';
import { type MouseEvent, useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { downloadAddress } from '../../base/download';
import { isPlainClick } from '../../base/keys';
import { fileReferrer } from '../../base/pageAddress';
import { Button } from '../../kit/basics/Button';
import { FileSize } from '../../kit/basics/FileSize';
import { EmptyState } from '../../kit/layout/EmptyState';
import { CloseButton } from '../../kit/overlay/CloseButton';
import { Popup } from '../../kit/overlay/Popup';
import { answerPanel, type Panels } from '../../page/panels';
import css from './FilePreviewPopup.module.css';
import { createFilePreview, type FilePreview } from './filePreview';

interface Props {
  id: number;
  takes: Panels['filePreview']['takes'];
}

/** Shows a stored file if the browser can; otherwise its name and size. */
export function FilePreviewPopup({ id, takes }: Props) {
  const [preview] = useState(() => createFilePreview(takes));
  const { name, view } = preview;
  const { address } = useSnapshot(preview.state);

  useEffect(() => void preview.open(), [preview]);

  // A token is valid for two minutes only.
  async function handleName(event: MouseEvent) {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    const fresh = await preview.freshAddress();
    if (fresh !== '') window.open(fresh, '_blank', 'noopener');
  }

  return (
    <Popup
      size={view === 'pdf' ? 'full' : 'wide'}
      title="File preview"
      onClose={() => answerPanel(id, null)}
      footerStart={
        address !== '' && (
          <Button
            kind="link"
            className={css.name}
            iconAtEnd={ExternalLink}
            href={address}
            target="_blank"
            rel="noopener noreferrer"
            onClick={(event) => void handleName(event)}
          >
            <span className={css.text} translate="no">
              {name}
            </span>
          </Button>
        )
      }
      footer={<CloseButton kind="secondary">Close</CloseButton>}
    >
      <div className={css.root}>
        <Content preview={preview} />
      </div>
    </Popup>
  );
}

function Content({ preview }: { preview: FilePreview }) {
  const { name, view, fail } = preview;
  const { address, isFailed } = useSnapshot(preview.state);
  if (isFailed) return <EmptyState icon={FileX} title="Cannot preview the file." role="alert" />;
  if (address === '') return null;
  switch (view) {
    case 'image':
      return (
        <img className={css.image} src={address} alt={name} referrerPolicy={fileReferrer} onError={fail} />
      );
    // Sound and video cannot have a referrer of their own, so the log has them as a guest's.
    case 'audio':
      // biome-ignore lint/a11y/useMediaCaption: the file has none
      return <audio className="fullWidth" src={address} controls aria-label={name} onError={fail} />;
    case 'video':
      // biome-ignore lint/a11y/useMediaCaption: the file has none
      return <video className={css.video} src={address} controls aria-label={name} onError={fail} />;
    case 'pdf':
      return <iframe className={css.frame} src={address} title={name} referrerPolicy={fileReferrer} />;
    default:
      return <OtherFile preview={preview} />;
  }
}

function OtherFile({ preview }: { preview: FilePreview }) {
  const { bytes } = useSnapshot(preview.state);

  async function handleDownload() {
    const address = await preview.freshAddress({ isDownload: true });
    if (address !== '') downloadAddress(preview.name, address);
  }

  return (
    <div className={css.other}>
      <p className={css.otherName}>{preview.name}</p>
      {bytes !== null && (
        <p className={css.size}>
          <FileSize bytes={bytes} />
        </p>
      )}
      <Button kind="primary" icon={Download} onClick={() => void handleDownload()}>
        Download
      </Button>
    </div>
  );
}
