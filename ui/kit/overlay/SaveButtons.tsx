import { Button } from '../basics/Button';
import { CloseButton } from './CloseButton';

interface Props {
  /** True if the form creates something. */
  isNew?: boolean;
  isSaving: boolean;
  canSave: boolean;
  canCancel?: boolean;
  /** The tooltip of the button that saves. */
  hint?: string;
}

/** The footer of a panel or popup whose form is saved. */
export function SaveButtons({ isNew, isSaving, canSave, canCancel = true, hint }: Props) {
  return (
    <>
      <CloseButton disabled={isSaving || !canCancel}>Cancel</CloseButton>
      <Button
        kind="primary"
        type="submit"
        writes
        isBusy={isSaving}
        disabled={!canSave}
        data-tooltip={canSave ? hint : undefined}
      >
        {isNew ? 'Create' : 'Save changes'}
      </Button>
    </>
  );
}
