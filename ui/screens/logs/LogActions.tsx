import ZoomIn from 'lucide-react/icons/zoom-in';
import ZoomOut from 'lucide-react/icons/zoom-out';
import { IconButton } from '../../components/basics/IconButton';
import { conditionFor } from './conditionFor';
import type { LogRow } from './logRows';

interface Props {
  row: LogRow;
  onFilter: (condition: string) => void;
}

/** Only the logs with this value, or all but those. */
export function LogActions({ row: { key, value }, onFilter }: Props) {
  async function handleClick(isExcluded: boolean) {
    onFilter(await conditionFor(key, value, isExcluded));
  }

  return (
    <>
      <IconButton
        icon={ZoomIn}
        size="small"
        label={`Add to filter: ${key}`}
        onClick={() => void handleClick(false)}
      />
      <IconButton
        icon={ZoomOut}
        size="small"
        label={`Exclude: ${key}`}
        onClick={() => void handleClick(true)}
      />
    </>
  );
}
