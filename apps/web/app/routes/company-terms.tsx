import { CompanyTermsPage } from '../features/landing/company-terms-page.tsx'

export const meta = () => [
  { title: 'Terms for influencers · Parley' },
  { name: 'description', content: 'What Parley and the people who sell their time here owe each other.' },
]

export default function CompanyTerms() {
  return <CompanyTermsPage />
}
