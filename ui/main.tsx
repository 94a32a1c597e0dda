import './styles/tokens.css';
import './styles/base.css';
import './styles/layout.css';
import './app/entries/start';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App';
import { boot } from './app/boot';

const root = document.getElementById('app');
void boot().then(() => {
  if (!root) return;
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
});
