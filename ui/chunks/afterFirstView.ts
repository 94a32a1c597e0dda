import './shell';

export { AfterFirstView } from '../shell/AfterFirstView';
export { fetchAfterSignIn } from '../shell/prefetch';
