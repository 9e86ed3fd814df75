const ESCAPES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
])

/** Text made safe inside HTML, attributes included. */
export function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, character => ESCAPES.get(character) ?? character)
}

export interface Page {
  title: string
  /** HTML of the page's body; whatever comes from outside is already escaped. */
  content: string
  stylesheet: string
}

/** A small page without scripts, in the plainest HTML there is. */
export function renderPage({ title, content, stylesheet }: Page): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(title)}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${escaped(stylesheet)}">
</head>
<body>
<main>
<p class="notice">Test payments. No real money moves.</p>
<h1>${escaped(title)}</h1>
${content}
</main>
</body>
</html>
`
}

/**
 * Headers of every page: nothing but its own stylesheet and the site's icon loads, nobody frames it, its address (with
 * a secret) leaks nowhere.
 */
export function pageHeaders(nextOrigin: string | undefined): Record<string, string> {
  const targets = nextOrigin === undefined ? "'self'" : `'self' ${nextOrigin}`
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src 'self'; img-src 'self'; form-action ${targets}; base-uri 'none'; frame-ancestors 'none'`,
    'referrer-policy': 'same-origin',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  }
}

export const PAGE_CSS = `:root { color-scheme: light dark; font: 1.0625rem/1.5 system-ui, sans-serif; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; }
main { box-sizing: border-box; width: min(28rem, 100%); padding: 2rem 1.5rem; }
h1 { font-size: 1.5rem; line-height: 1.2; text-wrap: balance; }
.notice { margin: 0; padding: 0.5rem 0.75rem; border: 2px solid currentColor; border-radius: 0.5rem; font-weight: 600; }
form { display: flex; flex-wrap: wrap; gap: 0.75rem; margin-top: 1.5rem; }
button, a.button { font: inherit; font-weight: 600; min-height: 2.75rem; padding: 0.5rem 1.25rem; border: 2px solid #4634c4;
  border-radius: 0.5rem; background: Canvas; color: CanvasText; cursor: pointer; }
button[value="approve"], button[value="verified"] { background: #4634c4; color: #fff; }
button:focus-visible, a:focus-visible { outline: 3px solid #e0751a; outline-offset: 2px; }
`
