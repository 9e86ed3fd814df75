import { lazy, Suspense } from 'react'
import { birthDateQuestion } from '../../api/birth-date-question.ts'
import { api } from '../../api/browser.ts'
import { ApiError } from '../../api/errors.ts'
import { useGivenUp } from '../../api/use-given-up.ts'
import { useStore } from '../../store/use-store.ts'

const BirthDateSheet = lazy(() => import('../../features/accounts/birth-date-sheet.tsx'))

/** Asks for the birth date, on any page, when a request there waits for it. */
export function BirthDateRequest() {
  const question = useStore(birthDateQuestion, () => null)
  useGivenUp(birthDateQuestion)
  if (question === null) return null
  return (
    <Suspense>
      <BirthDateSheet
        open
        onSay={async date => {
          try {
            await api.post('/api/user/me/birth-date/', { date })
          } catch (error) {
            // Another tab asked too: the answer there is valid.
            if (!(error instanceof ApiError) || error.status !== 409) throw error
          }
          question.answer(true)
        }}
        onCancel={() => question.answer(false)}
      />
    </Suspense>
  )
}
