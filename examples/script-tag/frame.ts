import '../page/page.css';
import '../page/frame.js';
