export { default } from './secure.tsx'
