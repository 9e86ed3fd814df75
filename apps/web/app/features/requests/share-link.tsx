import { Share2 } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { CopyLink } from './copy-link.tsx'

/** A link of this site to pass on: the device's own share sheet where there is one, and copying. */
export function ShareLink({ path, title }: { path: string; title: string }) {
  const canShare = useHydrated() && typeof navigator.share === 'function'
  // Closing the share sheet rejects: nothing went wrong.
  const share = () =>
    void navigator.share({ title, url: window.location.origin + path }).catch(() => undefined)
  return (
    <>
      <CopyLink path={path} />
      {canShare && (
        <Button icon={<Share2 size={18} aria-hidden="true" />} onClick={share}>
          Share
        </Button>
      )}
    </>
  )
}
