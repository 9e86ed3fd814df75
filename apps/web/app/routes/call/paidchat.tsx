export { default, meta } from './chat.tsx'
