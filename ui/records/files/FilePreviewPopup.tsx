import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Download from 'lucide-react/icons/download';
import ExternalLink from 'lucide-react/icons/external-link';
import File from 'lucide-react/icons/file';
import FileX from 'lucide-react/icons/file-x';
import { type MouseEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { downloadAddress } from '../../base/download';
import { hasModifier, isPlainClick } from '../../base/keys';
import { fileReferrer } from '../../base/pageAddress';
import { announce } from '../../kit/basics/announce';
import { Button } from '../../kit/basics/Button';
import { FileSize } from '../../kit/basics/FileSize';
import { IconButton } from '../../kit/basics/IconButton';
import { EmptyState } from '../../kit/layout/EmptyState';
import { CloseButton } from '../../kit/overlay/CloseButton';
import { Popup } from '../../kit/overlay/Popup';
import { answerPanel, type Panels } from '../../page/panels';
import css from './FilePreviewPopup.module.css';
import { createFilePreview, type FilePreview, typeText, viewOf } from './filePreview';

interface Props {
  id: number;
  takes: Panels['filePreview']['takes'];
}

/** Shows the files of a record, one at a time, if the browser can. */
export function FilePreviewPopup({ id, takes }: Props) {
  const [preview] = useState(() => createFilePreview(takes));
  const { names } = preview;
  const { name, address, bytes } = useSnapshot(preview.state);
  const body = useRef<HTMLDivElement>(null);

  useEffect(() => void preview.open(), [preview]);

  const step = useCallback(
    async (by: 1 | -1) => {
      await preview.step(by);
      announce(`${preview.state.name}, ${placeOf(preview)}`);
    },
    [preview],
  );

  useEffect(() => {
    const dialog = body.current?.closest<HTMLElement>('[role="dialog"]');
    if (!dialog || names.length < 2) return;
    const handleKey = (event: KeyboardEvent) => {
      const by = ({ ArrowLeft: -1, ArrowRight: 1 } as const)[event.key];
      const isMedia = event.target instanceof Element && event.target.matches('audio, video');
      if (!by || isMedia || hasModifier(event)) return;
      event.preventDefault();
      void step(by);
    };
    dialog.addEventListener('keydown', handleKey);
    return () => dialog.removeEventListener('keydown', handleKey);
  }, [names, step]);

  // A token is valid for two minutes, so each download gets a new one.
  async function handleOpen(event: MouseEvent) {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    const fresh = await preview.freshAddress();
    if (fresh !== '') window.open(fresh, '_blank', 'noopener');
  }

  async function handleDownload() {
    const fresh = await preview.freshAddress({ isDownload: true });
    if (fresh !== '') downloadAddress(preview.state.name, fresh);
  }

  return (
    <Popup
      size={viewOf(name, navigator.pdfViewerEnabled) === 'pdf' ? 'full' : 'wide'}
      title={<span translate="no">{name}</span>}
      actions={
        names.length > 1 && (
          <>
            <IconButton icon={ChevronLeft} label="Previous file" onClick={() => void step(-1)} />
            <span className={css.place}>{placeOf(preview)}</span>
            <IconButton icon={ChevronRight} label="Next file" onClick={() => void step(1)} />
          </>
        )
      }
      onClose={() => answerPanel(id, null)}
      footer={
        <>
          {address !== '' && (
            <Button
              kind="quiet"
              iconAtEnd={ExternalLink}
              href={address}
              target="_blank"
              rel="noopener noreferrer"
              onClick={(event) => void handleOpen(event)}
            >
              Open
            </Button>
          )}
          <Button icon={Download} onClick={() => void handleDownload()}>
            Download
          </Button>
          <CloseButton kind="secondary">Close</CloseButton>
        </>
      }
    >
      <div ref={body} className={css.root}>
        <Content key={address} preview={preview} />
        <p className={css.facts}>
          {typeText(name)}
          {bytes !== null && (
            <>
              , <FileSize bytes={bytes} />
            </>
          )}
        </p>
      </div>
    </Popup>
  );
}

const placeOf = ({ names, state }: FilePreview) => `${names.indexOf(state.name) + 1} of ${names.length}`;

function Content({ preview }: { preview: FilePreview }) {
  const { fail } = preview;
  const { name, address, isFailed } = useSnapshot(preview.state);
  if (isFailed) return <EmptyState icon={FileX} title="Cannot preview the file." role="alert" />;
  if (address === '') return null;
  switch (viewOf(name, navigator.pdfViewerEnabled)) {
    case 'image':
      return (
        <img
          className={css.image}
          src={address}
          alt={name}
          referrerPolicy={fileReferrer}
          onLoad={({ currentTarget }) => showLarger(currentTarget)}
          onError={fail}
        />
      );
    // Audio and video elements cannot have a referrer policy of their own, so the log shows these requests as those
    // of a guest.
    case 'audio':
      // biome-ignore lint/a11y/useMediaCaption: the file has none
      return <audio className="fullWidth" src={address} controls aria-label={name} onError={fail} />;
    case 'video':
      // biome-ignore lint/a11y/useMediaCaption: the file has none
      return <video className={css.video} src={address} controls aria-label={name} onError={fail} />;
    case 'pdf':
      return <iframe className={css.frame} src={address} title={name} referrerPolicy={fileReferrer} />;
    default:
      return <EmptyState icon={File} title="This type has no preview." />;
  }
}

/** In px: a picture of this size fits the popup even when doubled. */
const smallPicture = 290;

function showLarger(picture: HTMLImageElement): void {
  const { naturalWidth, naturalHeight } = picture;
  if (Math.max(naturalWidth, naturalHeight) <= smallPicture) picture.width = 2 * naturalWidth;
}
