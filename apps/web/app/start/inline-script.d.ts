/** The text of a script for the page itself (`inline-scripts.ts`). */
declare module '*?inline-script' {
  const text: string
  export default text
}
