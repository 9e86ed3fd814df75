import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { isNetworkLost } from './api/network-lost.ts'
import { loadLanguage } from './language/catalogues.ts'
import { DEFAULT_LANGUAGE, languageOf } from './language/languages.ts'
import { readLanguageFrom } from './language/text.ts'
import { reloadAfterRelease } from './start/lost-parts.ts'
import { followTranslations } from './start/translated-text.ts'

/**
 * Reports an error that a page shows as "did not work" as an error of the window: the router would only log it. A lost
 * network is not reported.
 */
function report(error: unknown): void {
  if (error instanceof Error && !isNetworkLost(error)) reportError(error)
}

function hydrate(): void {
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter onError={report} />
      </StrictMode>,
    )
  })
}

reloadAfterRelease()
followTranslations(document)
// The server rendered the page in this language, so the browser hydrates it in the same one.
const language = languageOf(document.documentElement.lang) ?? DEFAULT_LANGUAGE
if (language === DEFAULT_LANGUAGE) hydrate()
else
  void loadLanguage(language).then(active => {
    readLanguageFrom(() => active)
    hydrate()
  }, report)
