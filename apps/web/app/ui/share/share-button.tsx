import { Share2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { t } from '../../language/text.ts'
import { Button } from '../button.tsx'
import type { Shared } from './shared.ts'

const loadSheet = () => import('./share-sheet.tsx')
const ShareSheet = lazy(loadSheet)

/** Opens the sheet that shares a link; a tap loads the sheet. */
export function ShareButton(shared: Shared) {
  const [busy, setBusy] = useState(false)
  const [open, setOpen] = useState<boolean | null>(null)
  async function show() {
    setBusy(true)
    // Without a network the sheet cannot load: the button works again with the next tap.
    const loaded = await loadSheet().catch(() => null)
    setBusy(false)
    if (loaded) setOpen(true)
  }
  return (
    <>
      <Button
        icon={<Share2 size={18} aria-hidden="true" />}
        busy={busy}
        aria-haspopup="dialog"
        onClick={() => void show()}
      >
        {t('Share')}
      </Button>
      {open !== null && (
        <Suspense>
          <ShareSheet {...shared} open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  )
}
