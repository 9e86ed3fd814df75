import { useEffect } from 'react'
import { t } from '../../language/text.ts'
import { Button } from '../button.tsx'
import { EmptyState } from '../empty-state.tsx'

/** The page without a network, with the text of offline.html; it reloads once there is a network. */
export function NoConnection() {
  useEffect(() => {
    const again = () => window.location.reload()
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [])
  return (
    <EmptyState
      title={<h1>{t('No connection')}</h1>}
      action={
        <Button variant="primary" onClick={() => window.location.reload()}>
          {t('Try again')}
        </Button>
      }
    >
      {t('Parley cannot be reached from here at the moment. Nothing is lost: what you booked is kept.')}
    </EmptyState>
  )
}
