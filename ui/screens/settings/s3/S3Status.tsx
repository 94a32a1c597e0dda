import { useSnapshot } from 'valtio';
import { Badge } from '../../../components/basics/Badge';
import { Button } from '../../../components/basics/Button';
import { Spinner } from '../../../components/basics/Spinner';
import css from '../SettingsSection.module.css';
import type { S3Check } from './s3Check';

/** What came of the test of a storage. */
export function S3Status({ check }: { check: S3Check }) {
  const { status, reason } = useSnapshot(check.state);
  if (status === 'none') return null;
  return (
    <div role="status">
      {status === 'testing' && (
        <>
          <Spinner /> Testing the S3 connection...
        </>
      )}
      {status === 'success' && <Badge kind="success">S3 connected successfully</Badge>}
      {status === 'failure' && (
        <>
          <span data-tooltip={reason}>
            <Badge kind="danger">Failed to establish S3 connection</Badge>
          </span>{' '}
          <Button kind="link" size="small" onClick={() => void check.run()}>
            Test again
          </Button>
          <p className={css.reason}>{reason}</p>
        </>
      )}
    </div>
  );
}
