import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { isNetworkLost } from './api/network-lost.ts'
import { loadLanguage } from './language/catalogues.ts'
import { DEFAULT_LANGUAGE, languageOf } from './language/languages.ts'
import { readLanguageFrom } from './language/text.ts'

/** What a page shows as "did not work" is an error of the window, as any other: the router would only write it down. No network is none. */
function tell(error: unknown): void {
  if (error instanceof Error && !isNetworkLost(error)) reportError(error)
}

function hydrate(): void {
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter onError={tell} />
      </StrictMode>,
    )
  })
}

// The page was rendered in this language, so that is the one it comes to life in.
const language = languageOf(document.documentElement.lang) ?? DEFAULT_LANGUAGE
if (language === DEFAULT_LANGUAGE) hydrate()
else
  void loadLanguage(language).then(active => {
    readLanguageFrom(() => active)
    hydrate()
  }, tell)
