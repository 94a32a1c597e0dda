import CloudOff from 'lucide-react/icons/cloud-off';
import Copy from 'lucide-react/icons/copy';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { Button } from '../kit/basics/Button';
import { EmptyState } from '../kit/layout/EmptyState';
import { forgetFailedChunks } from '../kit/lazy/lazyScreen';
import { copyWithMessage } from '../page/copyWithMessage';
import classes from './ErrorBoundary.module.css';

interface Props {
  /** A new value resets the error, because the user went to another page. */
  resetKey: string;
  /** A sentence that says what still works; by default the rest of the dashboard. */
  reason?: string;
  /** Wraps the sentence; by default in the main part of a page. */
  frame?: (sentence: ReactNode) => ReactNode;
  children: ReactNode;
}

interface State {
  failure: Error | null;
  details: string;
}

/** Shows a sentence in place of a screen that threw; the shell around it still works. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failure: null, details: '' };

  static getDerivedStateFromError(failure: Error): Partial<State> {
    return { failure };
  }

  override componentDidCatch(failure: Error, { componentStack }: ErrorInfo): void {
    this.setState({ details: `${failure.stack ?? failure.message}\n${componentStack ?? ''}` });
  }

  override componentDidUpdate(before: Props): void {
    if (this.state.failure && before.resetKey !== this.props.resetKey) this.setState({ failure: null });
  }

  private handleCopy = (): Promise<void> => copyWithMessage(this.state.details, 'the details');

  private handleRetry = (): void => {
    forgetFailedChunks();
    this.setState({ failure: null });
  };

  override render(): ReactNode {
    if (!this.state.failure) return this.props.children;
    const { frame = inMain, reason = 'The rest of the dashboard still works.' } = this.props;
    return frame(
      <EmptyState icon={CloudOff} title="This screen stopped working." isHeading reason={reason}>
        <Button icon={RotateCcw} onClick={this.handleRetry}>
          Try again
        </Button>
        <Button kind="quiet" icon={Copy} onClick={this.handleCopy}>
          Copy details
        </Button>
      </EmptyState>,
    );
  }
}

function inMain(sentence: ReactNode): ReactNode {
  return (
    <main className={classes.root} id="content" tabIndex={-1}>
      {sentence}
    </main>
  );
}
