import { TermsPage } from '../features/landing/terms-page.tsx'

export const meta = () => [
  { title: 'Terms and privacy · Parley' },
  { name: 'description', content: 'The terms of Parley, and what happens with your data.' },
]

export default function Terms() {
  return <TermsPage />
}
