package demo

// name is a person as they write themselves, and the part of their address
// before the @.
type name struct{ written, local string }

// domain is that of every address: one that no mail can ever reach (RFC 2606).
const domain = "demo.example"

func (n name) address() string { return n.local + "@" + domain }

// studentNames are the names of a class, made up, in many scripts.
func studentNames() []name {
	return []name{
		{"Adaeze Okonkwo", "adaeze.okonkwo"},
		{"Ágnes Szőke", "agnes.szoke"},
		{"አበበ ተስፋዬ", "abebe.tesfaye"},
		{"Ана Петковић", "ana.petkovic"},
		{"Ξένια Μαρκοπούλου", "xenia.markopoulou"},
		{"أمينة الحداد", "amina.alhaddad"},
		{"Bartłomiej Źrebiec", "bartlomiej.zrebiec"},
		{"Bùi Thị Ngọc Ánh", "anh.bui"},
		{"Camille D’Aubigné-Lenoir", "camille.lenoir"},
		{"陈晓雯", "chen.xiaowen"},
		{"דניאל בן־שושן", "daniel.benshushan"},
		{"Dafydd ap Rhys", "dafydd.aprhys"},
		{"दीपिका राठौड़", "deepika.rathore"},
		{"Эльвира Гайнутдинова", "elvira.gainutdinova"},
		{"Emre Çağlayan", "emre.caglayan"},
		{"Fatoumata Diallo", "fatoumata.diallo"},
		{"გიორგი ლომიძე", "giorgi.lomidze"},
		{"Guðrún Hallsdóttir", "gudrun.hallsdottir"},
		{"한지민", "han.jimin"},
		{"Հասմիկ Սարգսյան", "hasmik.sargsyan"},
		{"Inés Ybarra Quiroga", "ines.ybarra"},
		{"Jedediah Plum", "jedediah.plum"},
		{"Jürgen Großkopf", "jurgen.grosskopf"},
		{"Kahealani ʻŌpūnui", "kahealani.opunui"},
		{"காவியா செல்வம்", "kavya.selvam"},
		{"Lāsma Ķirse", "lasma.kirse"},
		{"Lwazi Ndlovu-Khumalo", "lwazi.ndlovu"},
		{"مهسا فرهادی", "mahsa.farhadi"},
		{"Małgorzata Wójcik", "malgorzata.wojcik"},
		{"มาลี ศรีสุข", "malee.srisuk"},
		{"中村 陽菜", "nakamura.hina"},
		{"Nguyễn Văn Khôi", "khoi.nguyen"},
		{"Oyunbileg Бат-Эрдэнэ", "oyunbileg.baterdene"},
		{"প্রিয়া সরকার", "priya.sarkar"},
		{"Quill O’Rourke", "quill.orourke"},
		{"Renée van ’t Hoff", "renee.vanthoff"},
		{"Søren Ærø", "soren.aero"},
		{"Taufik", "taufik"},
		{"Volodymyr Їжакевич", "volodymyr.yizhakevych"},
		{"張 雅婷", "zhang.yating"},
	}
}

// instructorNames are who teaches it.
func instructorNames() []name {
	return []name{{"Maren Tjelta", "maren.tjelta"}, {"Tobias Achterberg", "tobias.achterberg"}}
}

func adminName() name { return name{"Odile Fontaine", "odile.fontaine"} }

// lateName is somebody who waits to be let in.
func lateName() name { return name{"Wiremu Parata", "wiremu.parata"} }
