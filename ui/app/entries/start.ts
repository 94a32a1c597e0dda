// Everything that loads with the sign-in page. All other chunks load after it.
import 'react-dom/client';
import '../App';
import '../boot';
