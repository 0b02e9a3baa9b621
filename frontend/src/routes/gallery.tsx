/** /gallery: every kind of chart with sample data. */
import { getRouteApi } from "@tanstack/react-router";
import { PageHeader } from "@/components/page";
import { GalleryPage } from "@/features/gallery/gallery-page";
import { gallery as words } from "@/messages/gallery";
import { GALLERY_WIDTHS, parseGallerySearch } from "@/routes/search";

const route = getRouteApi("/shell/gallery");

export function GalleryRoute() {
  const { chart, width } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <>
      <PageHeader title={words.title} />
      <GalleryPage
        chart={chart}
        width={width}
        widths={GALLERY_WIDTHS}
        change={(search) => void navigate({ search: parseGallerySearch({ ...search }), replace: true })}
      />
    </>
  );
}
