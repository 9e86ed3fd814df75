import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

/** What a page shows as "did not work" is an error of the window, as any other: the router would only write it down. */
function tell(error: unknown): void {
  if (error instanceof Error) reportError(error)
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter onError={tell} />
    </StrictMode>,
  )
})
